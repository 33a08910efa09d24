# Functions that are found when they are first called, for x86-64 and the System V calling convention.

# Calls reel_delay_load_find with the record that %r11 holds, keeps every register that may hold an argument, and goes on to the function.
.text
.hidden reel_delay_load_find
.type resolve, %function
resolve:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  sub $192, %rsp
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  # The number of vector registers that hold arguments of a variadic function.
  mov %rax, 128(%rsp)
  mov %rdi, 136(%rsp)
  mov %rsi, 144(%rsp)
  mov %rdx, 152(%rsp)
  mov %rcx, 160(%rsp)
  mov %r8, 168(%rsp)
  mov %r9, 176(%rsp)
  mov %r11, %rdi
  call reel_delay_load_find
  mov %rax, %r11
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  mov 128(%rsp), %rax
  mov 136(%rsp), %rdi
  mov 144(%rsp), %rsi
  mov 152(%rsp), %rdx
  mov 160(%rsp), %rcx
  mov 168(%rsp), %r8
  mov 176(%rsp), %r9
  leave
  .cfi_restore %rbp
  .cfi_def_cfa %rsp, 8
  jmp *%r11
  .cfi_endproc
.size resolve, . - resolve

# Goes on to the code of a record.
.macro go_on record
  lea \record(%rip), %r11
  jmp *(%r11)
.endm
