import { SluiceError } from '../errors/sluice-error.ts'

/** A `CONFIG_INVALID` error that names the path, what was expected there, and what was received. */
export function configError(path: string, expected: string, received: unknown): SluiceError {
  const details = `${path}: expected ${expected}, received ${formatValue(received)}`
  return new SluiceError('CONFIG_INVALID', {
    message: `The widget is not set up correctly. ${details}`,
    details,
  })
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  const text = safeStringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

function safeStringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}
