-- SPDX-License-Identifier: GPL-3.0-or-later
-- core.journal and core.files as host Lua sees them.

-- nil, message and kind came, the message with `text` in it.
local function no(kind, text, got, message, got_kind)
  expect(got):to_be(nil)
  expect(message):to_contain(text)
  expect(got_kind):to_be(kind)
end

describe("core.journal", function()
  local dir
  before_each(function() dir = outside.folder() end)

  local function create(o) return core.journal.create(dir, { { "program", "1" }, { "seed", "2" } }, o) end

  it("takes the kinds of records there are and no other", function()
    local J = assert(create())
    for i, kind in ipairs { "begin", "answer", "done", "abandon", "undo", "redo", "remark" } do
      expect(J:append(kind, "x")):to_be(i)
    end
    expect(#J):to_be(7)
    expect(J:count()):to_be(7)
    expect(function() J:append("conquer", "x") end):to_raise("no such kind")
    expect(J:record(3)):to_equal { seq = 3, kind = "done", payload = "x" }
    expect(J:record(8)):to_be(nil)
    expect(J:record(0)):to_be(nil)
    expect(#J:records(6)):to_be(2)
    expect(J:records(6)[1].kind):to_be("redo")
    expect(#J:records(99)):to_be(0)
    expect(tostring(J)):to_be("journal of 7 records")
  end)

  it("keeps any bytes", function()
    local bytes = {}
    for i = 0, 255 do bytes[#bytes + 1] = string.char(i) end
    local all = table.concat(bytes)
    local J = assert(create())
    J:append("remark", all)
    J:append("undo")
    J:close()
    J = assert(core.journal.open(dir))
    expect(J:record(1).payload):to_be(all)
    expect(J:record(2).payload):to_be("")
    expect(J:header()):to_equal { { "program", "1" }, { "seed", "2" } }
    expect(J:fact("seed")):to_be("2")
    expect(J:fact("none")):to_be(nil)
  end)

  it("says which header line is wrong", function()
    for _, header in ipairs { { "x" }, { { "a" } }, { { 1, "b" } }, { { "a", 2 } }, { { "a\0", "b" } } } do
      expect(function() core.journal.create(dir, header) end):to_raise("header line 1")
    end
    no("invalid", "cannot be a key", core.journal.create(dir, { { "end", "x" } }))
  end)

  it("answers why it cannot open", function()
    no("missing", "no game here", core.journal.open(dir))
    core.files.write_new(dir .. "/journal", "adjutant-journal 9\nprogram 7.7\n")
    no("version", "Adjutant 7.7", core.journal.open(dir, { readonly = true }))
    core.files.write_new(dir .. "/journal", "x")
    no("damaged", "not a journal", core.journal.open(dir))
    expect(function() core.journal.open("") end):to_raise("an empty path")
    expect(function() core.journal.open("a\0b") end):to_raise("cannot hold a zero byte")
  end)

  it("refuses use after closing, and closes twice without harm", function()
    local J = assert(create())
    J:close()
    J:close()
    expect(tostring(J)):to_be("closed journal")
    expect(function() J:append("begin", "x") end):to_raise("closed")
    do
      local kept <close> = assert(core.journal.open(dir))
      no("locked", "another process", core.journal.open(dir))
      expect(kept:count()):to_be(0)
    end
    expect(core.journal.open(dir) ~= nil):to_be(true)
  end)

  it("refuses a record over the limit and goes on", function()
    local J = assert(create())
    no("big", "too long", J:append("remark", ("x"):rep(65536)))
    expect(J:failed()):to_be(nil)
    expect(J:append("remark", ("x"):rep(65000))):to_be(1)
  end)

  it("fails on purpose, once each", function()
    local J = assert(create())
    local length = J:length()
    J:faults { write = 2 }
    expect(J:append("begin", "a")):to_be(1)
    no("io", "No space left", J:append("answer", "b"))
    expect(J:append("answer", "b")):to_be(2)
    J:faults { sync = 1, open = 1 }
    no("io", "cannot write", J:append("done", "c"))
    expect(J:failed() ~= nil):to_be(true)
    expect(J:append("done", "c")):to_be(3)
    expect(J:length() > length):to_be(true)
    J:faults { write = 1, truncate = 1 }
    expect((J:append("begin", "d"))):to_be(nil)
    expect(J:append("begin", "d")):to_be(4)
    J:close()
    J = assert(core.journal.open(dir))
    expect(#J):to_be(4)
    J:close()
    no("io", "cannot write", core.journal.open(dir, { faults = { open = 1 } }))
  end)

  it("syncs when it is told, whatever the kind", function()
    local J = assert(create())
    J:faults { sync = 1, open = 1 }
    expect(J:append("done", "x", { sync = false })):to_be(1)
    expect(J:append("done", "x", false)):to_be(2)
    expect((J:append("answer", "x", { sync = true }))):to_be(nil)
    J:faults { sync = 1, open = 1 }
    expect((J:append("answer", "x", true))):to_be(nil)
  end)

  it("recovers and says what was damaged", function()
    local J = assert(create())
    J:append("remark", "one")
    J:append("remark", "two")
    J:close()
    local text = core.files.read(dir .. "/journal")
    core.files.write_new(dir .. "/journal", (text:gsub("two", "too")))
    local kept, damage = core.journal.recover(dir, dir .. "/new")
    expect(kept):to_be(1)
    expect(damage):to_contain("record 2")
    kept, damage = core.journal.recover(dir .. "/new", dir .. "/again")
    expect(kept):to_be(1)
    expect(damage):to_be(nil)
    no("missing", "No such file", core.journal.recover(dir .. "/none", dir .. "/x"))
  end)
end)

describe("core.files", function()
  local files = core.files
  local dir
  before_each(function() dir = outside.folder() end)

  it("reads with a cap", function()
    expect(files.write_new(dir .. "/a", "a\0b")):to_be(true)
    expect(files.read(dir .. "/a")):to_be("a\0b")
    no("big", "longer than 2 bytes", files.read(dir .. "/a", 2))
    no("missing", "/none: ", files.read(dir .. "/none"))
    no("invalid", "is a folder", files.read(dir))
    expect(function() files.read(dir, -1) end):to_raise("2 GiB")
    expect(function() files.read("a\0b") end):to_raise("zero byte")
    expect(function() files.read("") end):to_raise("empty path")
    no("io", "cannot write", files.write_new(dir .. "/none/a", "x"))
  end)

  it("makes, lists and removes", function()
    expect(files.mkdir_p(dir .. "/b/c")):to_be(true)
    expect(files.mkdir_new(dir .. "/a")):to_be(true)
    expect((files.mkdir_new(dir .. "/a"))):to_be(nil)
    files.write_new(dir .. "/Z", "")
    expect(files.list(dir)):to_equal { "Z", "a", "b" }
    expect((files.list(dir .. "/none"))):to_be(nil)
    expect(files.is_dir(dir .. "/b")):to_be(true)
    expect(files.is_file(dir .. "/b")):to_be(false)
    expect(files.is_file(dir .. "/Z")):to_be(true)
    expect(files.remove(dir .. "/Z")):to_be(true)
    expect((files.remove(dir .. "/Z"))):to_be(nil)
    expect((files.remove(dir .. "/b"))):to_be(nil)
    expect(files.sync_folder(dir)):to_be(true)
    expect((files.mkdir_p("/proc/x"))):to_be(nil)
  end)

  it("keeps a path inside its root", function()
    files.write_new(dir .. "/in", "")
    outside.run("ln -s /etc '" .. dir .. "/out'")
    expect(files.under(dir, "in")):to_be(files.realpath(dir) .. "/in")
    for _, path in ipairs { "", "/etc", "..", "a/../in", "out/passwd", "in\0" } do
      no("invalid", "", files.under(dir, path))
    end
    expect((files.realpath(dir .. "/none"))):to_be(nil)
  end)

  it("tells times, digests and places", function()
    files.write_new(dir .. "/a", "")
    outside.run("touch -d '2001-02-03 04:05:06' '" .. dir .. "/a'")
    local seconds = files.modified(dir .. "/a")
    expect(files.date(seconds)):to_be("2001-02-03 04:05")
    expect((files.modified(dir .. "/none"))):to_be(nil)
    expect(files.sha256("abc")):to_be("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect(files.executable()):to_match("luaspec$")
    expect(files.state_home()):to_match("^/")
    expect(files.data_home()):to_match("^/")
    local temporary = files.temporary()
    expect(files.list(temporary)):to_equal {}
    files.remove(temporary)
  end)
end)
