import { operate } from './operate.ts'

// npm run proof operator: the log of an operator's hour, with times.
await operate((line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`))
