import { playwright, runStages } from './lib/run-stages.mjs'
import { ensureInstalled } from './lib/setup.mjs'

// What takes too long to guard every change; `npm test` runs a sample of it. Arguments name the stages to run.
ensureInstalled()

const stages = [
  {
    name: 'hosts',
    command: [playwright, 'test'],
    report: 'hosts.json',
    browser: true,
    env: { SLUICE_PROOF: '1' },
  },
]

const wanted = process.argv.slice(2)
await runStages(wanted.length ? stages.filter(({ name }) => wanted.includes(name)) : stages)
