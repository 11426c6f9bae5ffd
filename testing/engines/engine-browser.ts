/** A point in CSS pixels from the upper left corner of the viewport. */
export interface Point {
  x: number
  y: number
}

/** The WebDriver commands of these tests. Each one rejects after `COMMAND_MS`. */
export interface EngineBrowser {
  open(url: string): Promise<void>
  /** Runs the body of a function in the page and returns its JSON value. */
  evaluate<T>(script: string, args?: readonly unknown[]): Promise<T>
  /** Performs pointer and keyboard input in the format of WebDriver. */
  perform(actions: readonly InputSource[]): Promise<void>
  /** Ends every process of the browser. */
  stop(): Promise<void>
}

/** A command takes milliseconds; the limit ends a browser that hangs. */
export const COMMAND_MS = 60_000

interface InputSource {
  type: 'pointer' | 'key'
  id: string
  actions: readonly Record<string, unknown>[]
}

export const clickAt = ({ x, y }: Point): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

export const typeText = (text: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})
