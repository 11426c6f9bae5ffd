import type { WidgetConfig } from '../../../src/config/types.ts'

export const SNIPPET_KINDS = {
  react: 'React',
  script: 'Script tag',
  element: 'Element',
  json: 'JSON',
} as const
export type SnippetKind = keyof typeof SNIPPET_KINDS

/** Returns code that embeds the widget with the editor's config. */
export function snippet(kind: SnippetKind, config: WidgetConfig): string {
  switch (kind) {
    case 'react':
      return [
        "import { SwapWidget } from '@sluice/widget'",
        "import '@sluice/widget/style.css'",
        '',
        `const config = ${asCode(config)}`,
        '',
        'export function Swap() {',
        '  return <SwapWidget {...config} />',
        '}',
      ].join('\n')
    case 'script':
      return [
        '<div id="swap"></div>',
        '<script type="module" src="https://your.cdn/embed/sluice.js"></script>',
        '<script type="module">',
        `  const config = ${indent(asCode(config))}`,
        "  const swap = Sluice.create(document.querySelector('#swap'), config)",
        "  swap.on('routeExecutionCompleted', (route) => console.log(route))",
        '</script>',
      ].join('\n')
    case 'element':
      return [
        '<script type="module" src="https://your.cdn/embed/sluice.js"></script>',
        `<sluice-swap config='${indent(JSON.stringify(config, null, 2)).replaceAll("'", '&#39;')}'></sluice-swap>`,
      ].join('\n')
    case 'json':
      return JSON.stringify(config, null, 2)
  }
}

/** Formats JSON with unquoted keys. */
function asCode(config: WidgetConfig): string {
  return JSON.stringify(config, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
