import { spawn } from 'node:child_process'

/**
 * Prints `<message> (<seconds> s)…` every 10 seconds from a process of its own, so that a synchronous
 * command shows that it is still running. Returns a function that ends the heartbeat.
 */
export function startHeartbeat(message) {
  const script = `
    const started = Date.now(), parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) process.exit()
      process.stdout.write(process.argv[1] + ' (' + Math.round((Date.now() - started) / 1000) + ' s)…\\n')
    }, 10_000)`
  const child = spawn(process.execPath, ['--eval', script, message], {
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  child.unref()
  return () => child.kill()
}
