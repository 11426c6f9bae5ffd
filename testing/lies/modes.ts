/** A host's configuration and the capabilities of its RPC. */
export interface Mode {
  name: string
  codec: 'sluice' | 'none'
  verification: 'enforce' | 'warn'
  /** True if the RPC supports `eth_simulateV1`. */
  simulates: boolean
}

const mode = (codec: Mode['codec'], verification: Mode['verification'], simulates: boolean): Mode => ({
  name: `${codec}, ${verification}${simulates ? '' : ', no simulation'}`,
  codec,
  verification,
  simulates,
})

export const MODES: readonly Mode[] = [
  mode('sluice', 'enforce', true),
  mode('sluice', 'warn', true),
  mode('sluice', 'warn', false),
  mode('none', 'enforce', true),
  mode('none', 'warn', true),
  mode('none', 'warn', false),
]

export const simulates = (mode: Mode) => mode.simulates
export const decodes = (mode: Mode) => mode.codec === 'sluice'
/** For lies whose outcome does not depend on the verification of the call. */
export const enforces = (mode: Mode) => mode.verification === 'enforce'
/**
 * The modes that differ for most lies: all but `warn` with a simulation, which is as strict as
 * `enforce`.
 */
export const isRoutine = (mode: Mode) => mode.verification === 'enforce' || !mode.simulates
