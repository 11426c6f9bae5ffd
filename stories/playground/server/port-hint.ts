import type { Plugin } from 'vite'

/** Prints the environment variable that changes the port if it is in use. */
export function portHint(port: number): Plugin {
  return {
    name: 'sluice-port-hint',
    configureServer(server) {
      server.httpServer?.prependListener('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') return
        process.stderr.write(
          `\nPort ${port} is taken. Stop what listens there, or set SLUICE_PLAYGROUND_PORT to another port.\n`,
        )
        process.exit(1)
      })
    },
  }
}
