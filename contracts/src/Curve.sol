// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ICryptoSwap, ICryptoSwapFactory, IStableSwap, IStableSwapFactory} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {CRYPTO_SWAP, STABLE_SWAP} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

// Codes of plain StableSwap pools: they determine the views that are called and the rounding.
uint8 constant FIRST_POOLS = 0;
uint8 constant THREE_POOL = 1;
uint8 constant LATER_POOLS = 2;
// Later pools of two coins, made by factories.
uint8 constant TWO_COINS = 3;

/// @title Swaps in a Curve pool: a trusted plain StableSwap pool, or one of a trusted factory of
/// StableSwap, StableSwap-NG or CryptoSwap.
/// @dev Ignores return values. The pool can take what the step sells and no more; its payment is
/// measured.
library Curve {
    /// @param from index of the coin that is sold
    /// @param to index of the coin that is bought
    /// @param code code of a StableSwap pool; with a wrong code, or wrong scales, a purchase buys
    /// too little or costs its trader too much
    /// @param pool pool of a StableSwap factory; 0 if the pool itself is trusted
    /// @param scales factor of each coin to 18 decimals. StableSwap-NG pools return them.
    /// CryptoSwap ignores them, because the pool's views price the purchase.
    struct Coins {
        uint8 from;
        uint8 to;
        uint8 code;
        address pool;
        uint256[] scales;
    }

    /// @param trusted the pool, or the factory of pools
    function open(address trusted, IExecutor.Step calldata step)
        internal
        view
        returns (address pool, Coins memory coins)
    {
        if (step.kind == STABLE_SWAP) {
            coins = abi.decode(step.data, (Coins));
            pool = coins.pool;
            if (pool == address(0)) return (trusted, coins);
        } else {
            (pool, coins.from, coins.to) = abi.decode(step.data, (address, uint8, uint8));
            // StableSwap-NG rounds this way for any number of coins.
            coins.code = TWO_COINS;
        }
        // The factory returns no coins for a pool it does not know.
        bytes4 known = step.kind == CRYPTO_SWAP
            ? ICryptoSwapFactory.get_coins.selector
            : IStableSwapFactory.get_n_coins.selector;
        if (Query.ask(trusted, known, uint160(pool)) == 0) revert IExecutor.NotPool();
    }

    /// @return bought amount that arrived at the executor
    function swap(address pool, Coins memory coins, IExecutor.Step calldata step, uint256 amount)
        internal
        returns (uint256 bought)
    {
        bytes4 selector = step.kind == CRYPTO_SWAP ? ICryptoSwap.exchange.selector : IStableSwap.exchange.selector;
        bytes memory data = abi.encodeWithSelector(selector, coins.from, coins.to, amount, 0);
        return Tokens.exchange(step, pool, amount, data);
    }
}
