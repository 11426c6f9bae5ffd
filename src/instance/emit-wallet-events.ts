import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { Address } from '../lib/address.ts'
import type { WalletPort } from '../wallet/types.ts'

/**
 * Tells each account that becomes connected, once; one that is connected already, a microtask after mounting,
 * when the host's own effects have subscribed. Returns the function that ends it.
 */
export function emitWalletEvents(wallet: WalletPort, events: OwnedEventBus): () => void {
  let told: Address | undefined
  const tell = () => {
    const { status, address, chainId } = wallet.getState()
    const connected = status === 'connected' ? address : undefined
    // On the way (reconnecting, switching chains) nothing is known to have changed.
    if (connected === told || (status !== 'connected' && status !== 'disconnected')) return
    told = connected
    if (!connected) return
    events.emit('walletConnected', {
      address: connected,
      ...(chainId !== undefined && { chainId }),
      chainType: 'EVM',
    })
  }
  let isEnded = false
  const end = wallet.subscribe(tell)
  queueMicrotask(() => {
    if (!isEnded) tell()
  })
  return () => {
    isEnded = true
    end()
  }
}
