import { spawn } from 'node:child_process'

// node keeper.mjs <program> [arguments]: runs the program for as long as standard input stays open. Whoever holds the
// other end may exit, crash or be killed outright: the pipe closes, and the program ends with it.
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
