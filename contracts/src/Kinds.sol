// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// The kinds of a step; see IExecutor.Step. A source bears the first kind that it serves.

uint8 constant V2 = 0;
uint8 constant V3 = 1;
uint8 constant AAVE_SUPPLY = 2;
uint8 constant AAVE_WITHDRAW = 3;
uint8 constant VAULT_DEPOSIT = 4;
uint8 constant VAULT_REDEEM = 5;
uint8 constant BALANCER = 6;
