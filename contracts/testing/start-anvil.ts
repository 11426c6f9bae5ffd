import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Anvil {
  url: string
  stop(): Promise<void>
}

const READY_WITHIN_MS = 20_000

/** A fresh chain on a free port. */
export async function startAnvil(): Promise<Anvil> {
  const program = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }

  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`anvil is not listening:\n${output}`)), READY_WITHIN_MS)
    child.once('error', reject)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)
      if (!listening?.[1]) return
      clearTimeout(timer)
      resolve(listening[1])
    })
  }).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}
