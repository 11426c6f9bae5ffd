const sheets = import.meta.glob<string>(
  [
    '../pages/**/*.css',
    '!../pages/swap/**',
    '../widget/dialog-frame.module.css',
    '../components/{card,full-address,radio-group,recipient-card,revoke-approval,support-id,text-field,token-address,trade-side,transaction-line}.module.css',
  ],
  {
    query: '?inline',
    import: 'default',
    eager: true,
  },
)

/** The styles of all pages but the swap page, of the components that only they use, and of the dialog. */
export const PAGE_STYLES = Object.values(sheets).join('\n')
