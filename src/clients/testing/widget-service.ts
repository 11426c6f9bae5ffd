import type { TestDevnet } from '../../../devnet/testing/devnet.ts'
import { startTestService, type TestService } from '../../../service/testing/test-service.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { createClients } from '../create-clients.ts'
import type { Clients } from '../types.ts'

/** A test service with the config and the clients of a widget that uses it. */
export interface WidgetService extends TestService {
  /** A host's config for it: every chain of the devnet, with the settlement as the router. */
  config: WidgetConfig
  /** The widget's clients, calling the service without a network. */
  clients: Clients
}

const ORIGIN = 'http://service.test'

/** Starts the service. The default `solver` has no time limit. */
export async function startWidgetService(
  devnet: TestDevnet,
  options?: Parameters<typeof startTestService>[1],
): Promise<WidgetService> {
  const service = await startTestService(devnet, options)
  const config: WidgetConfig = {
    integrator: 'sluice-tests',
    apiKey: 'dev-enterprise',
    baseUrl: `${ORIGIN}/router`,
    tokensUrl: `${ORIGIN}/tokens`,
    exchangeRatesUrl: `${ORIGIN}/rates`,
    yieldUrl: `${ORIGIN}/yield`,
    chains: devnet.manifest.chains.map(({ id, name, label, rpcUrl, widget }) => ({
      id,
      name,
      label,
      rpcUrls: [rpcUrl],
      ...widget,
    })),
  }
  const { apiKey = '', baseUrl, tokensUrl, exchangeRatesUrl, yieldUrl } = config
  const clients = createClients(() => ({ apiKey, baseUrl, tokensUrl, exchangeRatesUrl, yieldUrl }), {
    fetch: (input, init) => service.fetch(new Request(input, init)),
  })
  return { ...service, config, clients }
}
