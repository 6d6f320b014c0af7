# SPDX-License-Identifier: GPL-3.0-or-later
# tests/pty/lib.tcl -- a person at the prompt, for the scripts beside this file.
#
#   session ?-columns N? ?-env {NAME value ...}? ARGUMENT ...   starts the program on a terminal
#   wait_for TEXT        the next output up to TEXT (fails the case after 10 s)
#   type TEXT            keys as they are; line TEXT: keys and Return
#   key NAME             ctrl-c ctrl-d tab up down left right home end esc
#   finish               waits for the end; the exit status, or the signal's name
#   slain                kill -9, and waits; deliver SIGNAL only sends
#   check WHAT COND      one test, named; COND as in expr
#   seen                 what came since the last wait_for, that included
#   finish_tests         the closing line; the last command of every script
#
# Each case stands in `test NAME {...}`: an error in it fails the case, not the script. The
# terminal is TERM=dumb unless a case says otherwise, so that what is seen is what is sent.
package require Expect
log_user 0
match_max 1000000
set timeout 10

set passed 0
set failed 0
set seen_text ""
set current ""
set failed_here 0
set program $env(ADJUTANT)

set env(TERM) dumb
set env(INPUTRC) /dev/null
set env(PAGER) cat
unset -nocomplain env(NO_COLOR)

proc test {name body} {
    global passed failed current failed_here
    set current $name
    set failed_here 0
    if {[catch {uplevel #0 $body} message]} {
        puts "FAILED $name: $message"
        puts "    last seen: [printable $::seen_text]"
        set failed_here 1
    }
    catch {end_of_session}
    if {$failed_here} { incr failed } else { incr passed }
}

proc printable {text} {
    string map {\r "" \n "\n    " \x1b <ESC> \x07 <BEL> \x01 <1> \x02 <2>} $text
}

proc check {what condition} {
    if {![uplevel 1 [list expr $condition]]} { error "not so: $what" }
}

proc session {args} {
    global spawn_id program stty_init seen_text env
    set columns 100
    set extra {}
    while {[string match -* [lindex $args 0]] && [lindex $args 0] in {-columns -env}} {
        if {[lindex $args 0] eq "-columns"} { set columns [lindex $args 1] }
        if {[lindex $args 0] eq "-env"} { set extra [lindex $args 1] }
        set args [lrange $args 2 end]
    }
    set stty_init "rows 40 columns $columns"
    set seen_text ""
    set assignments {}
    foreach {name value} $extra { lappend assignments $name=$value }
    uplevel #0 [list spawn -noecho env {*}$assignments $program {*}$args]
}

proc end_of_session {} {
    global spawn_id
    if {[info exists spawn_id]} {
        catch {deliver KILL}
        catch {close}
        catch {wait}
        unset -nocomplain spawn_id
    }
}

proc wait_for {text} {
    global seen_text spawn_id timeout
    expect {
        -ex $text { set seen_text $expect_out(buffer) }
        timeout { set seen_text [pending]; error "no `$text` within $timeout s" }
        eof { set seen_text $expect_out(buffer); error "the program ended before `$text`" }
    }
    return $seen_text
}

proc wait_for_match {pattern} {
    global seen_text spawn_id timeout
    expect {
        -re $pattern { set seen_text $expect_out(buffer) }
        timeout { set seen_text [pending]; error "nothing like `$pattern` within $timeout s" }
        eof { set seen_text $expect_out(buffer); error "the program ended before `$pattern`" }
    }
    return $seen_text
}

# Whatever is there, without waiting long for more.
proc pending {{ms 150}} {
    global spawn_id
    set text ""
    set timeout 0
    for {set quiet 0} {$quiet < $ms} {incr quiet 10} {
        expect {
            -re {.+} { append text $expect_out(0,string); set quiet 0 }
            eof { append text $expect_out(buffer); break }
            timeout { after 10 }
        }
    }
    return $text
}

proc seen {} { return $::seen_text }
proc type {text} { global spawn_id; send -- $text }
proc line {text} { global spawn_id; send -- "$text\r" }

proc key {name} {
    global spawn_id
    set keys {ctrl-a \x01 ctrl-c \x03 ctrl-d \x04 ctrl-e \x05 ctrl-k \x0b ctrl-u \x15
        tab \t up \x1b\[A down \x1b\[B right \x1b\[C left \x1b\[D home \x1b\[H end \x1b\[F
        esc \x1b backspace \x7f return \r}
    send -- [dict get $keys $name]
}

proc finish {} {
    global seen_text spawn_id timeout
    expect {
        eof { set seen_text $expect_out(buffer) }
        timeout { set seen_text [pending]; error "the program did not end" }
    }
    set result [wait]
    unset spawn_id
    if {[lindex $result 4] eq "CHILDKILLED"} { return [lindex $result 5] }
    return [lindex $result 3]
}

# By the shell's own kill: a bare system has no other.
proc deliver {signal} {
    global spawn_id
    exec sh -c "kill -$signal [exp_pid]"
}

proc slain {} {
    global spawn_id
    deliver KILL
    finish
}

proc finish_tests {} {
    global passed failed
    puts "$passed passed, $failed failed"
    exit [expr {$failed > 0}]
}
