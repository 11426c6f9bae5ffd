import { defineSwapElement } from '@sluice/widget/embed'
import { createApp } from 'vue'
import App from './app.vue'

defineSwapElement()
createApp(App).mount('#app')
