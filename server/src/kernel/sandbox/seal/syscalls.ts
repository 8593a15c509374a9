/** The processors for which the numbers of system calls are known; elsewhere nothing can be sealed. */
type SealableArch = 'x64' | 'arm64'

type Syscalls = {
  /** What the kernel calls this calling convention (AUDIT_ARCH_*). */
  auditArch: number
  numbers: Readonly<Record<string, number>>
}

export type SealableSyscalls = Syscalls & { arch: SealableArch }

// Numbers above 424 are the same everywhere; those below grew apart.
const shared = { io_uring_setup: 425, clone3: 435, close_range: 436 }

const x64: Syscalls = {
  auditArch: 0xc000003e,
  numbers: {
    ...shared,
    read: 0,
    write: 1,
    poll: 7,
    mmap: 9,
    mprotect: 10,
    munmap: 11,
    brk: 12,
    rt_sigaction: 13,
    rt_sigprocmask: 14,
    rt_sigreturn: 15,
    writev: 20,
    sched_yield: 24,
    mremap: 25,
    madvise: 28,
    nanosleep: 35,
    setitimer: 38,
    getpid: 39,
    exit: 60,
    gettimeofday: 96,
    getrusage: 98,
    getppid: 110,
    sigaltstack: 131,
    prctl: 157,
    gettid: 186,
    futex: 202,
    sched_getaffinity: 204,
    restart_syscall: 219,
    clock_gettime: 228,
    clock_getres: 229,
    clock_nanosleep: 230,
    exit_group: 231,
    epoll_wait: 232,
    epoll_ctl: 233,
    tgkill: 234,
    ppoll: 271,
    epoll_pwait: 281,
    prlimit64: 302,
    seccomp: 317,
    getrandom: 318,
    membarrier: 324,
    pkey_mprotect: 329,
    rseq: 334,
    openat: 257,
    socket: 41,
  },
}

const arm64: Syscalls = {
  auditArch: 0xc00000b7,
  numbers: {
    ...shared,
    epoll_ctl: 21,
    epoll_pwait: 22,
    read: 63,
    write: 64,
    writev: 66,
    ppoll: 73,
    exit: 93,
    exit_group: 94,
    futex: 98,
    nanosleep: 101,
    setitimer: 103,
    clock_gettime: 113,
    clock_getres: 114,
    clock_nanosleep: 115,
    sched_getaffinity: 123,
    sched_yield: 124,
    restart_syscall: 128,
    tgkill: 131,
    sigaltstack: 132,
    rt_sigaction: 134,
    rt_sigprocmask: 135,
    rt_sigreturn: 139,
    getrusage: 165,
    prctl: 167,
    gettimeofday: 169,
    getpid: 172,
    getppid: 173,
    gettid: 178,
    brk: 214,
    munmap: 215,
    mremap: 216,
    mmap: 222,
    mprotect: 226,
    madvise: 233,
    prlimit64: 261,
    seccomp: 277,
    getrandom: 278,
    membarrier: 283,
    pkey_mprotect: 288,
    rseq: 293,
    openat: 56,
    socket: 198,
  },
}

/** Null where the product does not know how to seal a process. */
export function findSyscalls(platform: string, arch: string): SealableSyscalls | null {
  if (platform !== 'linux') return null
  if (arch === 'x64') return { ...x64, arch }
  if (arch === 'arm64') return { ...arm64, arch }
  return null
}
