#!/usr/bin/env node
import { runDoctor } from './doctor-command.ts'

// The command `sluice-doctor` of the package.
process.exitCode = await runDoctor(process.argv.slice(2), {
  cwd: process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
})
