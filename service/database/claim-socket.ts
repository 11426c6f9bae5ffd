import { createHash } from 'node:crypto'
import { chmod, open, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from './database.ts'

export type Claim = { owner: true; owned: OwnedSocket } | { owner: false; socket: Socket }

export interface OwnedSocket {
  /** Passes on all connections, including connections made before this call. Called once. */
  onConnection(receive: (socket: Socket) => void): void
  close(): void
}

const TRIES = 100
const RETRY_MS = 50
const ABANDONED_MS = 5_000
/** Maximum length of a Unix socket path that every system supports. */
const MAX_PATH_BYTES = 103

/**
 * Claims a data directory. The process that listens on its socket owns the directory, and later
 * processes connect to the owner. The socket of a killed owner is taken over.
 */
export async function claimSocket(dataDir: string): Promise<Claim> {
  const path = socketPath(dataDir)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const claim = (await tryListen(path)) ?? (await tryConnect(path)) ?? (await takeOver(path, dataDir))
    if (claim) return claim
    await pause(RETRY_MS)
  }
  throw new DatabaseError(
    `The data directory ${dataDir} is in use, but its owner does not respond. Check the socket ${path}.`,
  )
}

function socketPath(dataDir: string): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\sluice-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`
  }
  const path = join(dataDir, 'database.sock')
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path
  throw new DatabaseError(
    `The path ${dataDir} is too long for a socket. Set SLUICE_DATA_DIR to a shorter one.`,
  )
}

function tryListen(path: string): Promise<Claim | undefined> {
  return new Promise((resolve, reject) => {
    const waiting: Socket[] = []
    let receive = (socket: Socket): unknown => waiting.push(socket)
    const server = createServer((socket) => receive(socket))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE'
        ? resolve(undefined)
        : reject(new DatabaseError(error.message, { cause: error })),
    )
    server.listen(path, () => {
      const isFile = process.platform !== 'win32'
      const permissions = isFile ? chmod(path, 0o600) : Promise.resolve()
      const owned: OwnedSocket = {
        onConnection(next) {
          receive = next
          for (const socket of waiting) next(socket)
        },
        close: () => server.close(),
      }
      permissions.then(() => resolve({ owner: true, owned }), reject)
    })
  })
}

function tryConnect(path: string): Promise<Claim | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('error', () => resolve(undefined))
    socket.once('connect', () => resolve({ owner: false, socket }))
  })
}

/** The guard prevents a second process from removing the new socket of the first one. */
async function takeOver(path: string, dataDir: string): Promise<Claim | undefined> {
  if (process.platform === 'win32') return undefined
  const guard = join(dataDir, 'takeover.lock')
  try {
    await (await open(guard, 'wx')).close()
  } catch {
    const made = await stat(guard).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > ABANDONED_MS) await rm(guard, { force: true })
    return undefined
  }
  try {
    const alive = await tryConnect(path)
    if (alive) return alive
    await rm(path, { force: true })
    return await tryListen(path)
  } finally {
    await rm(guard, { force: true })
  }
}
