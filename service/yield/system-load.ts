import { readFile, statfs } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'

export interface Load {
  /** Of all processors, over the last minute. */
  cpuPercent: number
  /**
   * The smaller of that and the utilization of this thread. A machine kept busy by other processes is no reason to refuse,
   * nor is a busy thread on an idle machine. The minute before the start counts as idle, so that startup is no overload.
   */
  strainPercent: number
  /** Of the machine, or of this process's control group if that is higher. */
  memoryPercent: number
}

export interface DiskUse {
  usedPercent: number
  /** By this process. */
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

export function createSystemLoad(): SystemLoad {
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
    const threadPercent = 100 * performance.eventLoopUtilization(now.thread, then.thread).utilization
    return {
      cpuPercent,
      strainPercent: Math.min(cpuPercent, threadPercent) * Math.min(1, (now.atMs - then.atMs) / WINDOW_MS),
      memoryPercent: Math.max(await machineMemory(), (await confinedMemory()) ?? 0),
    }
  }

  let last: { load: Promise<Load>; atMs: number } | undefined
  return {
    read() {
      const atMs = performance.now()
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
  thread: EventLoopUtilization
  atMs: number
}

function timesNow(): Times {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const { user, nice, sys, irq, idle } = times
    busy += user + nice + sys + irq
    all += user + nice + sys + irq + idle
  }
  return { busy, all, thread: performance.eventLoopUtilization(), atMs: performance.now() }
}

async function machineMemory(): Promise<number> {
  const available = process.availableMemory()
  const info = await readText('/proc/meminfo')
  // Reclaimable memory counts as free, such as file system caches.
  const [total, free] = [kilobytes(info, 'MemTotal'), kilobytes(info, 'MemAvailable')]
  if (total && free !== undefined) return (100 * (total - free)) / total
  return 100 * (1 - available / totalmem())
}

/** Of this process's control group; undefined without one. */
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

/** Undefined when the system does not provide it. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
