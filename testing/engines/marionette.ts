import { once } from 'node:events'
import { connect } from 'node:net'
import { COMMAND_MS } from './engine-browser.ts'

type Reply = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown]

export interface Marionette {
  send(command: string, parameters?: object): Promise<unknown>
  close(): void
}

/**
 * Connects to the WebDriver server inside Firefox, which geckodriver uses too: each message is JSON after
 * its length in bytes and a colon.
 */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  const pending = new Map<number, (reply: Reply) => void>()
  let received = Buffer.alloc(0)
  let lastId = 0
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (let message = take(); message !== undefined; message = take()) {
      // The first message is a greeting, not a reply.
      if (Array.isArray(message)) pending.get(message[1])?.(message as Reply)
    }
  })
  // A command that was sent before the connection failed reaches its time limit.
  socket.on('error', () => undefined)
  await once(socket, 'connect')

  function take(): unknown {
    const colon = received.indexOf(':')
    if (colon < 0) return undefined
    const end = colon + 1 + Number(received.subarray(0, colon))
    if (received.length < end) return undefined
    const message = JSON.parse(received.subarray(colon + 1, end).toString())
    received = received.subarray(end)
    return message
  }

  return {
    send(command, parameters = {}) {
      lastId += 1
      const id = lastId
      const body = JSON.stringify([0, id, command, parameters])
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${command} had no reply within ${COMMAND_MS} ms`)),
          COMMAND_MS,
        )
        pending.set(id, ([, , error, result]) => {
          clearTimeout(timer)
          pending.delete(id)
          if (error) reject(new Error(`${command}: ${error.error}: ${error.message}`))
          else resolve(result)
        })
        socket.write(`${Buffer.byteLength(body)}:${body}`)
      })
    },
    close: () => socket.destroy(),
  }
}
