/** A chain that does not answer in time, or not at all, or leaves out a part: told to callers without its words. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: 'timeout' | 'failed' | 'incomplete'

  constructor(kind: ChainFailure['kind'], message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
