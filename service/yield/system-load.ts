import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'

export interface Load {
  /** Use of all processors by all processes of the machine, over the last minute. */
  cpuPercent: number
  /**
   * Processor time of this process including threads, as a percentage of its allowance, over the
   * last minute. Waiting for a processor does not count. Time before the start counts as idle.
   */
  strainPercent: number
  /** Use of the machine's memory, or of this process's control group if higher. */
  memoryPercent: number
}

export interface DiskUse {
  usedPercent: number
  /** Bytes of this process. */
  readBytes: number
  writeBytes: number
}

/** Measures the load of this machine. */
export interface SystemLoad {
  read(): Promise<Load>
  disk(): Promise<DiskUse>
  stop(): void
}

const SAMPLE_MS = 2_000
const SAMPLES = 31
const WINDOW_MS = (SAMPLES - 1) * SAMPLE_MS
/** Minimum interval between measurements. */
const FRESH_MS = 500

/** Inputs of the measurement. */
export interface LoadSources {
  /** Returns microseconds of processor time of this process. Default: `process.cpuUsage`. */
  processUsage?: () => { user: number; system: number }
  /**
   * Returns the processors that this process may use. Default: the machine's, or its control
   * group's if fewer.
   */
  processors?: () => Promise<number>
  /** Returns milliseconds. Default: `performance.now`. */
  nowMs?: () => number
}

export function createSystemLoad({
  processUsage = () => process.cpuUsage(),
  processors = countProcessors,
  nowMs = () => performance.now(),
}: LoadSources = {}): SystemLoad {
  function timesNow(): Times {
    const { user, system } = processUsage()
    return { ...machineTimes(), ownMs: (user + system) / 1_000, atMs: nowMs() }
  }

  const samples = [timesNow()]
  const timer = setInterval(() => {
    samples.push(timesNow())
    if (samples.length > SAMPLES) samples.shift()
  }, SAMPLE_MS)
  timer.unref()

  async function measure(): Promise<Load> {
    const [now, then] = [timesNow(), samples[0] ?? timesNow()]
    const all = now.all - then.all
    const cpuPercent = all > 0 ? (100 * (now.busy - then.busy)) / all : 0
    const usableMs = Math.max(now.atMs - then.atMs, WINDOW_MS) * (await processors())
    return {
      cpuPercent,
      strainPercent: Math.min(100, (100 * (now.ownMs - then.ownMs)) / usableMs),
      memoryPercent: Math.max(await machineMemory(), (await confinedMemory()) ?? 0),
    }
  }

  let last: { load: Promise<Load>; atMs: number } | undefined
  return {
    read() {
      const atMs = nowMs()
      if (!last || atMs - last.atMs > FRESH_MS) last = { load: measure(), atMs }
      return last.load
    },
    disk: diskUse,
    stop: () => clearInterval(timer),
  }
}

interface Times {
  busy: number
  all: number
  /** Processor time of this process. */
  ownMs: number
  atMs: number
}

function machineTimes(): Pick<Times, 'busy' | 'all'> {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const { user, nice, sys, irq, idle } = times
    busy += user + nice + sys + irq
    all += user + nice + sys + irq + idle
  }
  return { busy, all }
}

/** Returns the processors that this process may use. A control group may allow a fraction. */
async function countProcessors(): Promise<number> {
  const [quota, period] = ((await readText('/sys/fs/cgroup/cpu.max')) ?? '').split(/\s/).map(Number)
  const allowed = quota && period ? quota / period : Number.POSITIVE_INFINITY
  return Math.min(availableParallelism(), allowed)
}

async function machineMemory(): Promise<number> {
  const available = process.availableMemory()
  const info = await readText('/proc/meminfo')
  // Counts reclaimable memory as free, such as file system caches.
  const [total, free] = [kilobytes(info, 'MemTotal'), kilobytes(info, 'MemAvailable')]
  if (total && free !== undefined) return (100 * (total - free)) / total
  return 100 * (1 - available / totalmem())
}

/** Returns the memory use of this process's control group, or undefined without a limit. */
async function confinedMemory(): Promise<number | undefined> {
  const limit = Number(await readText('/sys/fs/cgroup/memory.max'))
  const current = Number(await readText('/sys/fs/cgroup/memory.current'))
  if (!(limit > 0) || !(current > 0)) return undefined
  const reclaimable = /^inactive_file (\d+)$/m.exec((await readText('/sys/fs/cgroup/memory.stat')) ?? '')
  return (100 * (current - Number(reclaimable?.[1] ?? 0))) / limit
}

function kilobytes(info: string | undefined, name: string): number | undefined {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(info ?? '')
  return found ? Number(found[1]) : undefined
}

async function diskUse(): Promise<DiskUse> {
  const { blocks, bfree, bavail } = await statfs(process.cwd())
  const used = blocks - bfree
  const io = await readText('/proc/self/io')
  const { fsRead, fsWrite } = process.resourceUsage()
  const counted = (name: string) => new RegExp(`^${name}: (\\d+)$`, 'm').exec(io ?? '')?.[1]
  return {
    usedPercent: used + bavail > 0 ? (100 * used) / (used + bavail) : 0,
    readBytes: Number(counted('read_bytes') ?? fsRead * SECTOR_BYTES),
    writeBytes: Number(counted('write_bytes') ?? fsWrite * SECTOR_BYTES),
  }
}

const SECTOR_BYTES = 512

/** Returns undefined if the system does not provide the file. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
