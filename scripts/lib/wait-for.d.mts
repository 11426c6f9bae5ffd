export interface WaitOptions {
  isReady(): boolean | Promise<boolean>
  isAlive(): boolean
  toReason(): string
  print?(line: string): void
}

export function waitFor(options: WaitOptions): Promise<boolean>
