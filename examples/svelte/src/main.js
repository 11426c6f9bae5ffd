import { defineSwapElement } from '@sluice/widget/embed'
import { mount } from 'svelte'
import App from './app.svelte'

defineSwapElement()
mount(App, { target: document.getElementById('app') })
