import { ERROR_CODES } from '../errors/codes.ts'
import { getDocsPath, SluiceError } from '../errors/sluice-error.ts'

/**
 * A `CONFIG_INVALID` error with the path, the expected value and the received value. Its message,
 * which the console shows, points to the documentation.
 */
export function configError(path: string, expected: string, received: unknown): SluiceError {
  const details = `${path}: expected ${expected}, received ${formatValue(received)}`
  const code = 'CONFIG_INVALID'
  return new SluiceError(code, {
    message: `${ERROR_CODES[code].message} ${details} (documentation: ${getDocsPath(code)})`,
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
