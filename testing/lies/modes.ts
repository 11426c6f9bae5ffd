/** How a host has set the widget up, and what its RPC can do. */
export interface Mode {
  name: string
  codec: 'sluice' | 'none'
  verification: 'enforce' | 'warn'
  /** Whether the RPC knows `eth_simulateV1`. */
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
/** For lies that end the same however a call was verified. */
export const enforces = (mode: Mode) => mode.verification === 'enforce'
