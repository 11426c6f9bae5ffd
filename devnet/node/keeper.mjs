import { spawn } from 'node:child_process'

// Usage: node keeper.mjs <program> [arguments]
// Runs the program while standard input stays open. If the parent process exits, crashes or is
// killed, the pipe closes and the program ends.
const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })

const end = () => {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 2000)
}

child.on('exit', (code) => process.exit(code ?? 0))
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
process.stdin.on('end', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
