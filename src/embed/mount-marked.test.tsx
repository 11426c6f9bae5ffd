import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { mountMarked } from './mount-marked.ts'

const CONFIG = JSON.stringify({ ...FIXTURE_CONFIG, integrator: 'host' }).replaceAll("'", '&#39;')
const HOSTILE = JSON.stringify({
  ...FIXTURE_CONFIG,
  integrator: 'visitor',
  partnerFeeBps: 1000,
  partnerAddress: '0x000000000000000000000000000000000000dEaD',
}).replaceAll("'", '&#39;')
const OWN = `<div id="swap" data-sluice-config='${CONFIG}'></div>`

const reported = vi.fn()
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', {
    configurable: true,
    writable: true,
    value: [],
  })
})
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets')
  vi.unstubAllGlobals()
})

/** The ids of the elements that contain a widget, shadow roots and iframes included. */
function findWidgets(within: ParentNode = document): string[] {
  return [...within.querySelectorAll('*')].flatMap((element) => [
    ...(element.hasAttribute('data-sluice-host') ? [element.parentElement?.id ?? ''] : []),
    ...(element.shadowRoot ? findWidgets(element.shadowRoot) : []),
    ...(element instanceof HTMLIFrameElement && element.contentDocument
      ? findWidgets(element.contentDocument)
      : []),
  ])
}

/** Lets observers, chunks and microtasks of a mounted page run. */
async function settle(): Promise<void> {
  await import('./follow-marked.ts')
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
  })
}

describe('mountMarked', () => {
  it('mounts the named elements, and destroys the widget of a removed one', async () => {
    document.body.innerHTML = `${OWN}<div id="buy" data-sluice-config='${CONFIG}'></div>`
    mountMarked('swap buy')
    await settle()
    expect(findWidgets()).toEqual(['swap', 'buy'])
    await act(async () => document.querySelector('#buy')?.remove())
    await settle()
    expect(findWidgets()).toEqual(['swap'])
    expect(reported).not.toHaveBeenCalled()
  })

  it('mounts every marked element when no id is named', async () => {
    document.body.innerHTML = `${OWN}<div id="other" data-sluice-config='${CONFIG}'></div>`
    mountMarked('')
    await settle()
    expect(findWidgets()).toEqual(['swap', 'other'])
  })

  it('reports an id that no marked element has', async () => {
    document.body.innerHTML = '<div id="swap"></div>'
    mountMarked('swap')
    await settle()
    expect(findWidgets()).toEqual([])
    expect(String(reported.mock.calls[0]?.[0])).toContain('expected one element')
  })

  it('keeps a moved widget, and updates it when its attribute changes', async () => {
    document.body.innerHTML = `<main></main>${OWN}`
    const element = document.querySelector('#swap') as HTMLElement
    mountMarked('swap')
    await settle()
    const host = element.querySelector('[data-sluice-host]')
    const find = (selector: string) => host?.shadowRoot?.querySelector(selector)
    await expect.poll(() => find('[data-sluice-container]')).toBeInstanceOf(Element)
    await act(async () => document.querySelector('main')?.append(element))
    await settle()
    expect(element.querySelector('[data-sluice-host]')).toBe(host)
    await act(async () => element.setAttribute('data-sluice-theme', 'dark'))
    await expect.poll(() => find('[data-sluice-theme="dark"]')).toBeInstanceOf(Element)
  })
})

/** Markup of third parties that is in the page when the script runs. */
const INJECTED: Record<string, string> = {
  'a marked element': `<div data-sluice-config='${HOSTILE}'></div>`,
  'attributes in upper case': `<DIV DATA-SLUICE-CONFIG='${HOSTILE}'></DIV>`,
  'an integrator attribute': `<p data-sluice-integrator="visitor" data-sluice-base-url="https://evil.example"></p>`,
  'a nested element': `<blockquote><ul><li><b data-sluice-config='${HOSTILE}'></b></li></ul></blockquote>`,
  'an SVG element': `<svg data-sluice-config='${HOSTILE}'><g data-sluice-config='${HOSTILE}'></g></svg>`,
  'SVG with the id of the page': `<svg id="swap" data-sluice-config='${HOSTILE}'></svg>`,
  'a foreign object': `<svg><foreignObject><div data-sluice-config='${HOSTILE}'></div></foreignObject></svg>`,
  'a MathML element': `<math><mi id="swap" data-sluice-config='${HOSTILE}'></mi></math>`,
  'a template': `<template><div id="swap" data-sluice-config='${HOSTILE}'></div></template>`,
  'a declarative shadow root': `<div><template shadowrootmode="open"><div id="swap" data-sluice-config='${HOSTILE}'></div></template></div>`,
  'an iframe document': `<iframe srcdoc="&lt;div id=swap data-sluice-integrator=visitor&gt;"></iframe>`,
  'a similar id': `<div id="Swap" data-sluice-config='${HOSTILE}'></div><div id="swap " data-sluice-config='${HOSTILE}'></div>`,
  'an unmarked element with the id of the page': '<div id="swap">comment</div>',
  'clobbering names': `<form id="Sluice"><input name="create"><input name="queue"></form><img name="currentScript" data-auto=""><a id="mountMarked"></a>`,
  'a form whose fields shadow properties': `<form data-sluice-config='${HOSTILE}'><input name="parentElement"><input name="id" value="swap"></form>`,
  'an opener': '<a data-sluice-open="body">Prize</a>',
  'a script tag that does not run': `<div><script type="text/plain" src="/sluice.js" data-auto=""></script></div>`,
}

describe('third-party content', () => {
  it.each(Object.entries(INJECTED))('mounts no widget from %s', async (_, html) => {
    document.body.innerHTML = html + OWN
    mountMarked('swap')
    await settle()
    expect(findWidgets()).toEqual(['swap'])
    const own = document.body.lastElementChild as Element
    expect(own.querySelector('[data-sluice-host]')).not.toBeNull()
  })

  it.each(Object.entries(INJECTED))('mounts no widget from %s that is added later', async (_, html) => {
    document.body.innerHTML = OWN
    mountMarked('swap')
    await settle()
    const section = document.createElement('section')
    section.innerHTML = html
    await act(async () => document.body.prepend(section))
    await settle()
    for (const element of section.querySelectorAll('*')) document.body.append(element.cloneNode(true))
    await settle()
    expect(findWidgets()).toEqual(['swap'])
  })

  it('mounts no widget under an id that a third-party element shares', async () => {
    document.body.innerHTML = `<div id="swap" data-sluice-config='${HOSTILE}'></div>${OWN}`
    mountMarked('swap')
    await settle()
    expect(findWidgets()).toEqual([])
    expect(String(reported.mock.calls[0]?.[0])).toContain('found 2')
  })

  it('mounts no widget inside a marked element', async () => {
    document.body.innerHTML = `<div id="swap" data-sluice-config='${CONFIG}'><p data-sluice-config='${HOSTILE}'></p></div>`
    mountMarked('')
    await settle()
    expect(findWidgets()).toEqual(['swap'])
  })

  it('mounts no widget in a shadow root, a clone of the page’s element, or an element that gets attributes later', async () => {
    document.body.innerHTML = `${OWN}<div id="shadow"></div><div id="late"></div>`
    const shadow = document.querySelector('#shadow')?.attachShadow({ mode: 'open' }) as ShadowRoot
    shadow.innerHTML = `<div id="swap" data-sluice-config='${HOSTILE}'></div>`
    const own = document.querySelector('#swap') as Element
    mountMarked('swap')
    await settle()
    const clone = own.cloneNode(false) as Element
    clone.id = 'clone'
    await act(async () => {
      document.body.append(clone)
      document.querySelector('#late')?.setAttribute('data-sluice-config', HOSTILE)
      document.body.append(document.querySelector('#late') as Element)
    })
    await settle()
    expect(findWidgets()).toEqual(['swap'])
  })
})
