// Functions that are found when they are first called, for AArch64 and its procedure call standard.

// Calls reel_delay_load_find with the record that x16 holds, keeps every register that may hold an argument, and goes on to the function.
.text
.hidden reel_delay_load_find
.type resolve, %function
resolve:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  // The place of a large result.
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  bl reel_delay_load_find
  mov x16, x0
  ldp q6, q7, [sp, #192]
  ldp q4, q5, [sp, #160]
  ldp q2, q3, [sp, #128]
  ldp q0, q1, [sp, #96]
  ldr x8, [sp, #80]
  ldp x6, x7, [sp, #64]
  ldp x4, x5, [sp, #48]
  ldp x2, x3, [sp, #32]
  ldp x0, x1, [sp, #16]
  ldp x29, x30, [sp], #224
  .cfi_restore x30
  .cfi_restore x29
  .cfi_def_cfa_offset 0
  br x16
  .cfi_endproc
.size resolve, . - resolve

// Goes on to the code of a record.
.macro go_on record
  adrp x16, \record
  add x16, x16, :lo12:\record
  // What lies behind the code was written before it by another thread.
  ldar x17, [x16]
  br x17
.endm
