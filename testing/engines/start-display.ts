import { until } from '../../wire/testing/until.ts'
import { type Program, runProgram } from './run-program.ts'

export interface Display extends Program {
  /** The value of `DISPLAY`. */
  name: string
}

/** Starts a virtual X display with a free number. */
export async function startDisplay(xvfb: string): Promise<Display> {
  let number = ''
  const program = runProgram(xvfb, {
    args: ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    onOutput: (text) => {
      number += text
    },
  })
  try {
    await until(() => program.exitCode() !== undefined || number.endsWith('\n'))
    if (program.exitCode() !== undefined) throw new Error(`Xvfb exited with ${program.exitCode()}`)
  } catch (error) {
    await program.stop()
    throw error
  }
  return { ...program, name: `:${number.trim()}` }
}
