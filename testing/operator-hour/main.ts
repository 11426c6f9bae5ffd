import { operate } from './operate.ts'

// npm run proof operator: prints the log of an operator's first hour, with times.
await operate((line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`))
