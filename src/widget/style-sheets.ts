/** Inherits only custom properties of the host page, which themes use, and its font. */
const frameStyle = `
:host { display: block }
:host([hidden]) { display: none }
[data-sluice-container] { all: initial; display: block; font-family: inherit }
`

const firstPage = import.meta.glob<string>(
  [
    '../{theme,components,widget,pages/swap}/**/*.css',
    '!../theme/light-dom.css',
    '!../widget/dialog-frame.module.css',
    '!../pages/swap/{fiat-field,fold-notices,follow-max,paste-note,price-difference,price-summary,recent-pairs,recipient-problem-note,running-swap,swap-page-skeleton}.module.css',
    '!../components/{activity-row/activity-row,card,danger-button,detail-list,elapsed-time,explorer-link,full-address,page-later,price-details,radio-group,rate,recipient-card,refresh-ring,revoke-approval,route-flow,seal/seal,seal/seal-card,step-list,support-id,text-field,token-address,token-badge,trade-side,transaction-line,wrap-details}.module.css',
  ],
  {
    query: '?inline',
    import: 'default',
    eager: true,
  },
)

let sheets: { firstPage: CSSStyleSheet; otherPages: CSSStyleSheet } | undefined

/**
 * Returns the stylesheets of the widget, shared by all shadow roots. Their order does not matter.
 */
export function getStyleSheets(): CSSStyleSheet[] {
  if (!sheets) {
    sheets = { firstPage: new CSSStyleSheet(), otherPages: new CSSStyleSheet() }
    sheets.firstPage.replaceSync([frameStyle, ...Object.values(firstPage)].join('\n'))
  }
  return Object.values(sheets)
}

/** Loads the styles of all pages except the swap page. */
export async function loadPageStyles(): Promise<void> {
  const { PAGE_STYLES } = await import('./page-styles.ts')
  sheets?.otherPages.replaceSync(PAGE_STYLES)
}
