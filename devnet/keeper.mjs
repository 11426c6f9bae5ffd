import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

// node keeper.mjs <scratch folder> <program> [arguments]: runs the program for as long as standard input stays open,
// then removes the folder. Whoever holds the other end may exit, crash or be killed outright: the pipe closes, and
// the program and what it wrote go with it.
const [scratch, program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })

const end = () => {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 2000)
}

const leave = (code) => {
  rmSync(scratch, { recursive: true, force: true })
  process.exit(code)
}

child.on('exit', (code) => leave(code ?? 0))
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  leave(1)
})
process.stdin.on('end', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
