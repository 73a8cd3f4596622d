;; Decodes the engine's bytes out of their text (ts/bytes.ts). What runs before anything is compiled runs slowly: in JavaScript this
;; took as long as all the rest of the start.
;;
;; Memory: what the characters stand for, 128 bytes for those alone, for those behind a space and for those behind an exclamation
;; mark (put in with the size when the package is built); then the text, which its bytes replace.
(module
  (memory (export "memory") 1)
  (func (export "decode") (param $end i32) (result i32)
    (local $in i32) (local $out i32) (local $code i32)
    (local.set $out (local.tee $in (i32.const 384)))
    (loop $next
      (local.set $code (i32.load8_u (local.get $in)))
      (local.set $in (i32.add (local.get $in) (i32.const 1)))
      (if (i32.lt_u (local.get $code) (i32.const 34))
        (then
          (local.set $code
            (i32.add
              (i32.load8_u (local.get $in))
              (i32.shl (i32.sub (local.get $code) (i32.const 31)) (i32.const 7))))
          (local.set $in (i32.add (local.get $in) (i32.const 1)))))
      (i32.store8 (local.get $out) (i32.load8_u (local.get $code)))
      (local.set $out (i32.add (local.get $out) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $in) (local.get $end))))
    (local.get $out)))
