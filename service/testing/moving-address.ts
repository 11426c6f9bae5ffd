import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** An address whose connections are forwarded to a server, like the host name of a cluster. */
export interface MovingAddress {
  port: number
  /** Forwards later connections to another server. Open connections stay with theirs. */
  moveTo(target: NetConnectOpts): void
  /** Ends open connections. */
  cut(): void
  /** Drops the data of open connections, which stay open. */
  freeze(): void
  /** Number of connections so far. */
  connections(): number
  stop(): Promise<void>
}

export async function startMovingAddress(first: NetConnectOpts): Promise<MovingAddress> {
  let target = first
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    connections += 1
    const outgoing = connect(target)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(next) {
      target = next
    },
    cut,
    freeze() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    connections: () => connections,
    async stop() {
      cut()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
