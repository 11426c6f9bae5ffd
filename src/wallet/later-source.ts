import { type ReportError, reportDefect } from '../errors/report-defect.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'
import type { WalletSource } from './wallet-source.ts'

export interface LaterSourceOptions {
  load: () => Promise<WalletSource>
  /**
   * True if there is a connection to restore. The source is then loaded on start, otherwise on
   * first use.
   */
  canRestore: () => boolean
  reportError: ReportError
}

/** A source of wallets that loads its code when it is first needed. */
export function laterSource({ load, canRestore, reportError }: LaterSourceOptions): WalletSource {
  let source: WalletSource | undefined
  let loading: Promise<WalletSource> | undefined
  let started: { onChange: () => void; stop?: () => void } | undefined
  let isRestoring = false

  function get(): Promise<WalletSource> {
    loading ??= load().then(
      (made) => {
        source = made
        if (started) started.stop = made.start(started.onChange)
        return made
      },
      (cause) => {
        loading = undefined
        throw toLoadError(cause)
      },
    )
    return loading
  }

  return {
    current: () => source?.current(),
    isRestoring: () => isRestoring || source?.isRestoring() === true,
    listOptions: async () => (await get()).listOptions(),
    connect: async (optionId) => (await get()).connect(optionId),
    disconnect: async () => (await get()).disconnect(),
    resume: async () => source?.resume?.(),
    start(onChange) {
      const own: typeof started = { onChange }
      started = own
      if (source) own.stop = source.start(onChange)
      else if (canRestore()) {
        isRestoring = true
        get()
          // The user has to connect.
          .catch((cause) => reportDefect(cause, reportError))
          .finally(() => {
            isRestoring = false
            started?.onChange()
          })
      }
      return () => {
        own.stop?.()
        if (started === own) started = undefined
      }
    },
  }
}
