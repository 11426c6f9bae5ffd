// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// Values of the fields of IExecutor.Step. A source has the first kind that it serves.

uint8 constant V2 = 0;
uint8 constant V3 = 1;
uint8 constant AAVE_SUPPLY = 2;
uint8 constant AAVE_WITHDRAW = 3;
uint8 constant VAULT_DEPOSIT = 4;
uint8 constant VAULT_REDEEM = 5;
uint8 constant BALANCER = 6;
uint8 constant V4 = 7;
uint8 constant SOLIDLY = 9;
uint8 constant STABLE_SWAP = 10;
uint8 constant BALANCER_V3 = 12;
uint8 constant PSM_SELL = 13;
uint8 constant PSM_BUY = 14;
// Steps of Sky's DaiUsds, whose source has the kind of a peg stability module.
uint8 constant DAI_TO_USDS = 15;
uint8 constant USDS_TO_DAI = 16;
uint8 constant WSTETH_WRAP = 17;
uint8 constant WSTETH_UNWRAP = 18;
uint8 constant STABLE_SWAP_NG = 19;
uint8 constant CRYPTO_SWAP = 20;
// Kind of sources only: their steps are of kind V3.
uint8 constant ALGEBRA = 11;

// The portion that sells or buys everything.
uint64 constant WHOLE = type(uint64).max;
