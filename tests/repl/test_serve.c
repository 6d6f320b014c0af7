/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small client of `adjutant serve`: it knows the protocol and no rules. It plays whole games
 * by asking what could be done, and then gives the same commands to the prompt: the World must
 * come out the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

enum { MOST_STEPS = 3000, MOST_TRIES = 30 };

/* --- the server ------------------------------------------------------------------------ */

typedef struct {
    pid_t child;
    FILE *to, *from;
    json_int_t id;
    json_t *last;           /* the last response; lent until the next */
} Server;

static const char *program(void)
{
    const char *path = getenv("ADJUTANT");

    return path != NULL ? path : "build/adjutant";
}

static json_t *read_response(Server *s)
{
    char *line = NULL;
    size_t room = 0;
    json_error_t error;

    json_decref(s->last);
    if (getline(&line, &room, s->from) < 0)
        fail_msg("the server has gone");
    s->last = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (s->last == NULL)
        fail_msg("no JSON: %s: %s", error.text, line);
    free(line);
    return s->last;
}

static Server start_server(const char *seed)
{
    Server s = {0};
    int to[2], from[2];

    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    s.child = fork();
    assert_true(s.child >= 0);
    if (s.child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execl(program(), "adjutant", "serve", "seven-hex", "two-villages", "--unsaved", "--seed",
              seed, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    s.to = fdopen(to[1], "w");
    s.from = fdopen(from[0], "r");
    assert_int_equal(json_integer_value(json_object_get(read_response(&s), "protocol")), 1);
    return s;
}

static void stop_server(Server *s)
{
    int status;

    json_decref(s->last);
    fclose(s->to);
    fclose(s->from);
    assert_int_equal(waitpid(s->child, &status, 0), s->child);
    assert_int_equal(status, 0);
}

/* Sends a request, which it takes over, and gives the response. */
static json_t *ask(Server *s, json_t *request)
{
    char *line;
    json_t *response;

    assert_non_null(request);
    json_object_set_new(request, "id", json_integer(++s->id));
    line = json_dumps(request, JSON_COMPACT);
    fprintf(s->to, "%s\n", line);
    fflush(s->to);
    free(line);
    json_decref(request);
    response = read_response(s);
    assert_int_equal(json_integer_value(json_object_get(response, "id")), s->id);
    return response;
}

static bool is_ok(const json_t *response)
{
    return json_is_true(json_object_get(response, "ok"));
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text != NULL ? text : "";
}

static json_t *question_of(const json_t *response)
{
    json_t *question = json_object_get(response, "question");

    return json_is_object(question) ? question : NULL;
}

/* --- chance of its own ------------------------------------------------------------------- */

static uint64_t chance_state;

static size_t below(size_t n)
{
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(chance_state >> 33) % n;
}

/* --- answering ----------------------------------------------------------------------------- */

/* How an option is typed at the prompt: by its number, unless it is a number itself. */
static void type_option(FILE *script, const json_t *options, size_t i)
{
    const json_t *option = json_array_get(options, i);

    if (json_is_integer(json_object_get(option, "value")))
        fprintf(script, "%s", text_at(option, "label"));
    else
        fprintf(script, "%zu", i + 1);
}

/* `n` of the options, in any order. */
static json_t *pick_several(FILE *script, const json_t *options, size_t n)
{
    size_t count = json_array_size(options), left = count;
    size_t *rest = calloc(count + 1, sizeof *rest);
    json_t *list = json_array();

    assert_non_null(rest);
    for (size_t i = 0; i < count; i++)
        rest[i] = i;
    for (size_t i = 0; i < n; i++) {
        size_t at = below(left), index = rest[at];

        rest[at] = rest[--left];
        json_array_append_new(list, json_integer((json_int_t)index + 1));
        fprintf(script, "%s", i > 0 ? ", " : "");
        type_option(script, options, index);
    }
    if (n == 0)
        fprintf(script, "none");
    free(rest);
    return list;
}

static json_t *pick_number(FILE *script, const json_t *question)
{
    json_int_t min = json_integer_value(json_object_get(question, "min"));
    const json_t *max = json_object_get(question, "max");
    size_t range = max != NULL ? (size_t)(json_integer_value(max) - min) : 3;
    json_int_t number = min + (json_int_t)below(range + 1);

    fprintf(script, "%lld", (long long)number);
    return json_integer(number);
}

/* Any answer to the question; writes what a person would type into `script`. */
static json_t *any_answer(FILE *script, const json_t *question)
{
    const char *kind = text_at(question, "kind");
    const json_t *options = json_object_get(question, "options");
    size_t count = json_array_size(options);

    if (strcmp(kind, "yesno") == 0) {
        bool yes = below(2) == 0;

        fprintf(script, yes ? "yes" : "no");
        return json_boolean(yes);
    }
    if (strcmp(kind, "count") == 0 || strcmp(kind, "number") == 0)
        return pick_number(script, question);
    if (strcmp(kind, "order") == 0)
        return pick_several(script, options, count);
    if (strcmp(kind, "some") == 0) {
        size_t min = (size_t)json_integer_value(json_object_get(question, "min"));
        size_t max = (size_t)json_integer_value(json_object_get(question, "max"));

        return pick_several(script, options, min + below(max - min + 1));
    }
    if (count > 0) {
        size_t i = below(count);

        type_option(script, options, i);
        return json_integer((json_int_t)i + 1);
    }
    assert_string_equal(kind, "command");       /* a reaction: not this time */
    fprintf(script, "pass");
    return json_null();
}

/* Answers until no question is open. What is refused may be answered otherwise. */
static void answer_all(Server *s, FILE *script)
{
    for (int tries = 0; question_of(s->last) != NULL; tries++) {
        json_t *answer;

        if (tries == MOST_TRIES) {
            fprintf(script, "abandon\n");
            assert_true(is_ok(ask(s, json_pack("{s:s}", "do", "abandon"))));
            return;
        }
        answer = any_answer(script, question_of(s->last));
        fprintf(script, "\n");
        if (is_ok(ask(s, json_pack("{s:s, s:o}", "do", "answer", "answer", answer))))
            tries = 0;
        else
            assert_string_equal(text_at(json_object_get(s->last, "error"), "kind"), "answer");
    }
}

/* --- playing --------------------------------------------------------------------------------- */

/* The name of a command that belongs to the phase, in `name`. */
static void pick_command(Server *s, char *name, size_t size)
{
    json_t *commands, *command;
    size_t i, count = 0;

    ask(s, json_pack("{s:s}", "do", "candidates"));
    assert_true(is_ok(s->last));
    commands = json_object_get(s->last, "commands");
    json_array_foreach(commands, i, command)
        if (json_is_true(json_object_get(command, "now")) && below(++count) == 0)
            snprintf(name, size, "%s", text_at(command, "name"));
    assert_true(count > 0);
}

/* A line of that command, to free; NULL when there is none. */
static char *pick_line(Server *s, const char *name)
{
    json_t *lines;

    ask(s, json_pack("{s:s, s:s, s:i}", "do", "candidates", "command", name, "most", 40));
    assert_true(is_ok(s->last));
    lines = json_object_get(s->last, "lines");
    if (json_array_size(lines) == 0)
        return NULL;
    return strdup(json_string_value(json_array_get(lines, below(json_array_size(lines)))));
}

static bool is_over(Server *s)
{
    ask(s, json_pack("{s:s}", "do", "position"));
    return json_is_true(json_object_get(json_object_get(s->last, "position"), "over"));
}

/* Plays to the end of the game. Gives the number of commands that were carried out. */
static int play(Server *s, FILE *script)
{
    int done = 0;

    for (int step = 0; !is_over(s); step++) {
        char name[64];
        char *line;

        if (step == MOST_STEPS)
            fail_msg("the game does not end");
        pick_command(s, name, sizeof name);
        if ((line = pick_line(s, name)) == NULL)
            continue;
        fprintf(script, "%s\n", line);
        ask(s, json_pack("{s:s, s:s}", "do", "command", "text", line));
        free(line);
        if (is_ok(s->last)) {
            done++;
            answer_all(s, script);
        }
        if (below(20) == 0) {                   /* and takes it back, now and then */
            fprintf(script, "undo\n");
            ask(s, json_pack("{s:s}", "do", "undo"));
        }
    }
    return done;
}

/* --- the same at the prompt ------------------------------------------------------------------ */

static char *hash_at_the_prompt(const char *script, const char *seed)
{
    char command[1024], *line = NULL, *hash;
    size_t room = 0;
    json_t *shown = NULL;
    FILE *out;

    snprintf(command, sizeof command,
             "'%s' new seven-hex two-villages --unsaved --keep-going --seed %s <'%s' 2>/dev/null",
             program(), seed, script);
    out = popen(command, "r");
    assert_non_null(out);
    while (getline(&line, &room, out) > 0)
        if (line[0] == '{') {
            json_decref(shown);
            shown = json_loads(line, 0, NULL);
        }
    free(line);
    pclose(out);
    hash = strdup(text_at(json_object_get(shown, "position"), "hash"));
    json_decref(shown);
    return hash;
}

static void a_client_plays_games_that_the_prompt_plays_alike(void **state)
{
    static const char *const seeds[] = {"11", "12", "13"};

    (void)state;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char path[] = "/tmp/adjutant-serve.XXXXXX", hash[64], *other;
        FILE *script = fdopen(mkstemp(path), "w");
        Server s = start_server(seeds[i]);

        assert_non_null(script);
        chance_state = i + 1;
        assert_true(play(&s, script) > 10);
        snprintf(hash, sizeof hash, "%s",
                 text_at(json_object_get(s.last, "position"), "hash"));
        assert_int_equal(strlen(hash), 32);
        stop_server(&s);
        fprintf(script, "status --json\n");
        fclose(script);
        other = hash_at_the_prompt(path, seeds[i]);
        assert_string_equal(other, hash);
        free(other);
        unlink(path);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_plays_games_that_the_prompt_plays_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
