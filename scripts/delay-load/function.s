/* A function of a library, and its record, whose code is `resolve` at first. The processor's file, which comes before, has `resolve` and `go_on`. */
.macro delayed name, library
  .text
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  go_on .Lrecord_\name
  .size \name, . - \name

  .data
  .balign 8
.Lrecord_\name:
  .quad resolve, .Lname_\name, \library

  .section .rodata
.Lname_\name:
  .asciz "\name"
.endm
