import type { Socket } from 'node:net'

const LONGEST_LINE = 8 * 1024 * 1024

/** Calls back with each line that arrives, parsed as JSON. Ends a connection that sends anything else. */
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
    if (rest.length > LONGEST_LINE) socket.destroy()
  })
}

export function sendJsonLine(socket: Socket, value: unknown) {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}
