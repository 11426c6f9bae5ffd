import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { claimSocket, type OwnedSocket } from './claim-socket.ts'
import { type Database, DatabaseError, type Query } from './database.ts'
import { answerCall, createCalls, type DatabaseReply } from './database-calls.ts'
import { type Engine, startEngine } from './embedded-engine.ts'
import { migrate } from './migrate.ts'

/** A connection to the data that lasts until `ended`. */
type Session = Engine

const callSchema = v.object({
  id: v.number(),
  sql: v.string(),
  params: v.array(v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())])),
})

/**
 * Creates the embedded database in a directory, or in memory without one. One process owns a
 * directory and runs the engine. Other processes on the machine connect to the owner's socket, and
 * one of them takes over when the owner ends. The directory is private to its user, because access
 * to the socket is access to every key.
 */
export function createEmbeddedDatabase(directory: string | undefined): Database {
  const dataDir = directory === undefined ? undefined : resolve(directory)
  let session: Promise<Session> | undefined
  let isClosed = false

  async function open(): Promise<Session> {
    const opened = dataDir === undefined ? openOwn(undefined) : await claim(dataDir)
    opened.ended.then(() => {
      session = undefined
    })
    return opened
  }

  return {
    place: dataDir ?? 'memory',
    isReadOnly: () => false,
    isNew: dataDir === undefined || !existsSync(join(dataDir, 'pg')),
    async query(sql, params) {
      if (isClosed) throw new DatabaseError('The database is closed')
      session ??= open().catch((error) => {
        session = undefined
        throw error
      })
      return (await session).query(sql, params)
    },
    async close() {
      isClosed = true
      const current = await session?.catch(() => undefined)
      await current?.close()
    },
  }
}

async function claim(dataDir: string): Promise<Session> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claimed = await claimSocket(dataDir)
  return claimed.owner ? openOwn(dataDir, claimed.owned) : connectToOwner(claimed.socket)
}

function openOwn(dataDir: string | undefined, owned?: OwnedSocket): Session {
  const engine = startEngine(dataDir)
  const ready = migrate(engine.query)
  const query: Query = (sql, params) => ready.then(() => engine.query(sql, params))
  const connections = new Set<Socket>()
  owned?.onConnection((socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    serve(socket, query)
  })
  // The engine ends first, because the next owner opens the same files.
  const ended = engine.ended.then(() => {
    owned?.close()
    for (const socket of connections) socket.destroy()
  })
  const close = async () => {
    await engine.close()
    await ended
  }
  ready.catch(close)
  return { query, ended, close }
}

function serve(socket: Socket, query: Query) {
  socket.on('error', () => socket.destroy())
  onJsonLine(socket, (value) => {
    answerCall(query, v.parse(callSchema, value)).then((reply) => sendJsonLine(socket, reply))
  })
}

function connectToOwner(socket: Socket): Session {
  const calls = createCalls((call) => sendJsonLine(socket, call))
  onJsonLine(socket, (value) => calls.settle(value as DatabaseReply))
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      calls.end('The process that owned the database has ended. Try again.')
      resolve()
    })
  })
  return {
    query: calls.query,
    ended,
    async close() {
      socket.destroy()
      await ended
    },
  }
}

const MAX_LINE_LENGTH = 8 * 1024 * 1024

/**
 * Calls back with each received line, parsed as JSON. Closes a connection that sends other data.
 */
export function onJsonLine(socket: Socket, receive: (value: unknown) => void) {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    try {
      for (const line of lines) receive(JSON.parse(line))
    } catch {
      socket.destroy()
    }
    if (rest.length > MAX_LINE_LENGTH) socket.destroy()
  })
}

export function sendJsonLine(socket: Socket, value: unknown) {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}
