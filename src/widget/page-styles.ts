const pages = import.meta.glob<string>(['../pages/**/*.css', '!../pages/swap/**'], {
  query: '?inline',
  import: 'default',
  eager: true,
})

const laterParts = import.meta.glob<string>(
  [
    '../pages/swap/{fiat-field,fold-notices,follow-max,paste-note,price-difference,price-summary,recent-pairs,recipient-problem-note,running-swap,swap-page-skeleton}.module.css',
    '../widget/dialog-frame.module.css',
    '../components/{activity-row/activity-row,card,danger-button,detail-list,elapsed-time,explorer-link,full-address,page-later,price-details,radio-group,rate,recipient-card,refresh-ring,revoke-approval,route-flow,seal/seal,seal/seal-card,step-list,support-id,text-field,token-address,token-badge,trade-side,transaction-line,wrap-details}.module.css',
  ],
  {
    query: '?inline',
    import: 'default',
    eager: true,
  },
)

/**
 * The styles of all pages except the swap page, of the swap page's lazy parts, and of the dialog.
 */
export const PAGE_STYLES = [...Object.values(pages), ...Object.values(laterParts)].join('\n')
