/** A config for the local chains. A real page writes its own here, by hand. */
export async function localConfig(chainName) {
  const [manifest, { serviceUrl }] = await Promise.all(
    ['/devnet/manifest.json', '/devnet/environment.json'].map(async (url) => (await fetch(url)).json()),
  )
  const chain = manifest.chains.find(({ name }) => name === chainName)
  const address = (symbol) => chain.tokens.find((token) => token.symbol === symbol).address
  return {
    integrator: 'partner',
    apiKey: 'dev-premium',
    baseUrl: `${serviceUrl}/router`,
    tokensUrl: `${serviceUrl}/tokens`,
    exchangeRatesUrl: `${serviceUrl}/rates`,
    chains: [
      {
        id: chain.id,
        name: chain.name,
        label: chain.label,
        rpcUrls: [chain.rpcUrl],
        ...chain.widget,
      },
    ],
    ...(manifest.logoHost && { logoHosts: [manifest.logoHost] }),
    input: { token: address('USDC') },
    output: { token: address('WETH') },
  }
}
