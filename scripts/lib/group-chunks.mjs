import { join } from 'node:path'
import { ENTRIES, root } from './setup.mjs'

/** The entries whose users have no React. */
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

/** Either is loaded at the start, and small. */
const SOURCES = /[\\/]src[\\/]wallet[\\/](own|provider)-source[.]ts$/

/** Loads each page: what all of them share is needed next. The small parts beside it need no file of their own. */
const LOADS_PAGES =
  /[\\/]src[\\/](widget[\\/](later-pages|broken-page)|instance[\\/]follow-trade-slippage|components[\\/]keep-focus)[.]tsx?$/

/** Schemas of the form's first responses, and the parser of a failed response. */
const RESPONSES =
  /[\\/]src[\\/](wire[\\/](first-responses|router|tokens|rates|primitives)|errors[\\/]http-failure)[.]ts$/

/**
 * The chunks of the package, so that a host's build makes few of them: each file costs it names for the others, and each
 * dynamic import a list of files.
 * - `base`: what the component shares with what is loaded on demand without it, by other entries too.
 * - `core`: what other entries share with the component, without React. A host's build joins it with `widget`.
 * - `widget`: the rest of what the component loads at once.
 * - `responses`, `requests`: what reads the form's first responses, and what other entries share of the rest.
 * - `mocked`: what the mock service shares with swaps. Servers import it: nothing of it may lie beside code of React.
 * - `form-parts`: what the form loads once there is a price or a wallet.
 * - `later` and `swaps`: what loads the other pages and what several of them share, without and with what a swap needs.
 * - `sources`: the wallets of the page, and the wallet of the host.
 */
export function groupChunks() {
  let nameOf
  return NAMES.map((name, at) => ({
    debugName: name,
    // What a module imports is in its group too, unless a group before took it.
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
  /** What these modules load on demand, and so on. Adds what is loaded to the set. */
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
  // Schemas, texts and what brings viem stay apart: not everything that loads a part needs them.
  const isApart = (id) =>
    headless.has(id) ||
    !id.startsWith(join(root, 'src')) ||
    /[\\/]src[\\/](i18n[\\/](languages[\\/]|\w+-page-|page-)|wire|clients|embed)/.test(id) ||
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
    if (isApart(id)) return undefined
    if (isShared && testing.has(id)) return 'mocked'
    if (formParts.has(id)) return 'form-parts'
    if (!isShared) return undefined
    return isOfSwaps(id) ? 'swaps' : 'later'
  }
}
