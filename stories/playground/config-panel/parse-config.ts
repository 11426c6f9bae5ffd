import { resolveConfig } from '../../../src/config/resolve-config.ts'
import type { WidgetConfig } from '../../../src/config/types.ts'
import { SluiceError } from '../../../src/errors/sluice-error.ts'

export type ParsedConfig =
  | { ok: true; config: WidgetConfig }
  | { ok: false; message: string; line: number | undefined }

/** Parses the editor's text with the widget's own validation. */
export function parseConfig(text: string): ParsedConfig {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `Not JSON: ${message}`, line: lineOf(message, text) }
  }
  try {
    resolveConfig(value as WidgetConfig)
    return { ok: true, config: value as WidgetConfig }
  } catch (error) {
    const message = error instanceof SluiceError ? (error.details ?? error.message) : String(error)
    return { ok: false, message, line: undefined }
  }
}

/** Returns the line of a JSON error if the browser reports it. */
function lineOf(message: string, text: string): number | undefined {
  const line = /line (\d+)/.exec(message)?.[1]
  if (line) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return position ? text.slice(0, Number(position)).split('\n').length : undefined
}
