-- SPDX-License-Identifier: GPL-3.0-or-later
-- core.process: children with pipes, for studies. Host Lua only.
local process = core.process

describe("core.process", function()
  it("starts a program, writes to it and reads from it", function()
    local p = assert(process.spawn("/bin/cat"))
    expect(p:pid() > 0):to_be(true)
    expect(p:write("one\n")):to_be(true)
    expect(process.poll({ p }, 5000)):to_equal { 1 }
    expect(p:read()):to_be("one\n")
    p:close()
    expect(p:read()):to_be(nil)
    expect({ p:wait() }):to_equal { "exit", 0 }
    expect(p:pid()):to_be(nil)
    expect({ p:wait() }):to_equal { "exit", 0 }
  end)

  it("passes arguments on, and tells the exit status and the signal", function()
    local p = assert(process.spawn("/bin/sh", "-c", "exit $1", "sh", "7"))
    expect({ p:wait() }):to_equal { "exit", 7 }
    p = assert(process.spawn("/bin/cat"))
    p:kill()
    expect({ p:wait() }):to_equal { "signal", 9 }
    local ok, message = p:write("x")
    expect(ok):to_be(nil)
    expect(message):to_contain("pipe: ")
    p:kill()                              -- nothing is left to be killed
  end)

  it("carries more than a pipe holds", function()
    local p = assert(process.spawn("/bin/sh", "-c", "read x; head -c 300000 /dev/zero; cat >/dev/null"))
    p:write("go\n")
    local bytes = 0
    while bytes < 300000 do
      process.poll({ p }, 5000)
      bytes = bytes + #p:read()
    end
    expect(bytes):to_be(300000)
    expect(p:write(("x"):rep(1 << 20))):to_be(true)
    p:close()
    expect({ p:wait() }):to_equal { "exit", 0 }
  end)

  it("waits for those that have something, and no longer than asked", function()
    local quiet, loud = assert(process.spawn("/bin/cat")), assert(process.spawn("/bin/cat"))
    expect(process.poll({ quiet, loud }, 0)):to_equal {}
    loud:write("!")
    expect(process.poll({ quiet, loud }, 5000)):to_equal { 2 }
    quiet:close()
    loud:close()
    quiet:wait()
    expect(#process.poll({ quiet, loud }, 5000)):to_be(2)
  end)

  it("says when there is no such program", function()
    local p, message = process.spawn("/no/such/program")
    if p then                             -- valgrind tells it only so
      local how, status = p:wait()
      expect(how == "exit" and status ~= 0):to_be(true)
    else
      expect(message):to_be("/no/such/program: No such file or directory")
    end
  end)

  it("ends a child that nobody holds any more", function()
    local pid
    do
      local p = assert(process.spawn("/bin/sleep", "100"))
      pid = p:pid()
    end
    collectgarbage()
    collectgarbage()
    local status = outside.run(("kill -0 %d 2>/dev/null"):format(pid))
    expect(status ~= 0):to_be(true)
  end)

  it("refuses what makes no sense", function()
    expect(function() process.spawn() end):to_raise("bad argument #1")
    expect(function() process.poll({ 1 }, 0) end):to_raise("adj.process")
    expect(function() process.poll({}, -1) end):to_raise("must be an integer")
  end)

  it("knows the processors and a clock that goes forward", function()
    expect(process.processors() >= 1):to_be(true)
    local before = process.seconds()
    expect(process.seconds() >= before):to_be(true)
  end)
end)
