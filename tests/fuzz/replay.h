/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/fuzz/replay.h -- with -DADJ_FUZZ_MAIN a fuzzer is a program that runs the files it is
 * given: for a debugger, valgrind, or a compiler without libFuzzer. Included last. */
#ifdef ADJ_FUZZ_MAIN
#include <stdio.h>

int main(int argc, char **argv)
{
    static uint8_t data[1 << 20];

    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");

        if (in == NULL)
            return 1;
        (void)LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, in));
        (void)fclose(in);
    }
    return 0;
}
#endif
