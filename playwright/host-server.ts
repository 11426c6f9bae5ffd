import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { preview } from 'vite'
import { freePort } from '../scripts/testing/free-port.ts'

export interface HostServer {
  url: string
  stop(): Promise<void>
}

/** Serves the built pages in `dist` of a folder. */
export async function serveBuilt(folder: string): Promise<HostServer> {
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    preview: { port: 0, host: 'localhost' },
  })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async stop() {
      // An open page keeps its connection alive.
      if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections()
      await server.close()
    },
  }
}

/** Runs the app's own server, which renders each page, with a tool of its `node_modules`. */
export async function serveBy(
  folder: string,
  [tool, ...args]: readonly [tool: string, ...args: string[]],
): Promise<HostServer> {
  const port = await freePort()
  const server = spawn(process.execPath, [join('node_modules', tool), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: 'localhost' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}/`
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (server.exitCode === null && !(await isUp())) await new Promise((soon) => setTimeout(soon, 100))
  if (server.exitCode !== null) throw new Error(`${tool} ended with ${server.exitCode}`)
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
