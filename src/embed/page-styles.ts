const sheets = import.meta.glob<string>(
  [
    '../pages/**/*.css',
    '!../pages/swap/**',
    '../components/{card,full-address,radio-group,recipient-card,revoke-approval,support-id,text-field,token-address,trade-side,transaction-line}.module.css',
  ],
  {
    query: '?inline',
    import: 'default',
    eager: true,
  },
)

/** The styles of all pages but the swap page, and of the components that only they use. */
export const PAGE_STYLES = Object.values(sheets).join('\n')
