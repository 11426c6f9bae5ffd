import { join } from 'node:path'
import { ENTRIES, root } from '../lib/setup.mjs'

/** Entries whose users may have no React. */
const HEADLESS = ['client', 'analytics', 'doctor', 'themes']

const NAMES = [
  'base',
  'core',
  'widget',
  'responses',
  'requests',
  'mocked',
  'form-parts',
  'later',
  'swaps',
  'sources',
]

/** One of the two is loaded at the start. Both are small. */
const SOURCES = /[\\/]src[\\/]wallet[\\/](own|provider)-source[.]ts$/

/**
 * Modules that load each page. All pages share their imports, and their small parts need no file
 * each.
 */
const LOADS_PAGES =
  /[\\/]src[\\/](widget[\\/](later-pages|broken-page)|instance[\\/]follow-trade-slippage|components[\\/]keep-focus)[.]tsx?$/

/** Modules that a module of `swaps` loads. In a group with it, a chunk would import itself. */
const CODECS = /[\\/]src[\\/]execution[\\/]codecs[\\/](settlement|route-description)-codec[.]ts$/

/** Schemas of the router and of the form's first responses, and the parser of a failed response. */
const RESPONSES =
  /[\\/](wire[\\/](first-responses|router|tokens|rates|primitives|own-object|liquidity|quote)|errors[\\/]http-failure)[.]ts$/

/**
 * Groups modules into few chunks, because in a host's build each chunk adds names and each dynamic
 * import adds a list of files.
 * - `base`: modules that the component shares with dynamic imports, in other entries too.
 * - `core`: modules without React that other entries share with the component. A host's build joins
 * it with `widget`.
 * - `widget`: the other modules that the component loads at the start.
 * - `responses`, `requests`: parsers of the form's first responses, and the other schemas that
 * entries share.
 * - `mocked`: modules that the mock service shares with swaps. Servers import it, so it must
 * contain no React.
 * - `form-parts`: modules that the form loads once there is a price or a wallet.
 * - `later` and `swaps`: modules that several other pages share, without and with the needs of a
 * swap.
 * - `sources`: the page's wallets and the host's wallet.
 */
export function groupChunks() {
  let nameOf
  return NAMES.map((name, at) => ({
    debugName: name,
    // A module's imports are in its group too, unless an earlier group has them.
    priority: NAMES.length - at,
    name: (id, graph) => {
      nameOf ??= createNames(graph)
      return nameOf(id) === name ? name : null
    },
  }))
}

function createNames(graph) {
  const info = (id) => graph.getModuleInfo(id)
  const closure = (roots, found = new Set()) => {
    for (const id of roots) {
      if (found.has(id)) continue
      found.add(id)
      closure(info(id)?.importedIds ?? [], found)
    }
    return found
  }
  /**
   * Returns the dynamic imports of these modules, directly and indirectly, and adds them to the
   * set.
   */
  const findLoads = (loaded) => {
    const loads = []
    for (const from of loaded) {
      for (const target of info(from)?.dynamicallyImportedIds ?? []) {
        loads.push({ from, target })
        closure([target], loaded)
      }
    }
    return loads
  }
  const entry = (name) => join(root, `src/exports/${name}.ts`)
  const imported = (name) => info(entry(name))?.importedIds ?? []
  const index = closure(imported('index'))
  const others = closure(ENTRIES.filter((name) => name !== 'index').flatMap(imported))
  const headless = closure(HEADLESS.flatMap(imported))
  const testing = closure(imported('testing'))
  const isOfWidgetAlone = (id) => index.has(id) && !others.has(id)

  const loads = findLoads(new Set(index))
  findLoads(headless)
  // Schemas, texts and modules that import viem are separate, because some pages do not need them.
  const isApart = (id) =>
    headless.has(id) ||
    !['src', 'wire'].some((folder) => id.startsWith(join(root, folder))) ||
    /[\\/]wire[\\/](?!abi|lib)/.test(id) ||
    /[\\/]src[\\/](i18n[\\/](languages[\\/]|\w+-page-|page-)|clients|embed)/.test(id) ||
    [...closure([id])].some((needed) => /^viem|[\\/]chain[\\/]viem/.test(needed))

  const isOfSwaps = (id) =>
    [...closure([id])].some(
      (needed) => !index.has(needed) && /[\\/]src[\\/](activity|chain|execution)[\\/]/.test(needed),
    )

  const ofForm = loads.filter(
    ({ from }) => index.has(from) && /[\\/](pages[\\/]swap|queries)[\\/]/.test(from),
  )
  const formParts = closure(ofForm.map(({ target }) => target))
  const base = new Set()
  const uses = new Map()
  for (const { target } of loads) {
    const needed = [...closure([target])]
    for (const id of needed) uses.set(id, (uses.get(id) ?? 0) + 1)
    if (needed.some(isOfWidgetAlone)) continue
    if (headless.has(target)) for (const id of needed) base.add(id)
    else if (needed.some((id) => index.has(id))) uses.set(target, 2)
  }

  return (id) => {
    if (index.has(id)) return base.has(id) ? 'base' : others.has(id) ? 'core' : 'widget'
    if (RESPONSES.test(id)) return 'responses'
    const isShared = uses.get(id) > 1
    if (headless.has(id)) return isShared ? 'requests' : undefined
    if (LOADS_PAGES.test(id)) return 'later'
    if (SOURCES.test(id)) return 'sources'
    if (isApart(id) || CODECS.test(id)) return undefined
    if (isShared && testing.has(id)) return 'mocked'
    if (formParts.has(id)) return 'form-parts'
    if (!isShared) return undefined
    return isOfSwaps(id) ? 'swaps' : 'later'
  }
}
