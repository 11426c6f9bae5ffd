// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Aave} from "./Aave.sol";
import {Balancer} from "./Balancer.sol";
import {Curve} from "./Curve.sol";
import {IERC20} from "./External.sol";
import {Fees} from "./Fees.sol";
import {IExecutor} from "./ISettlement.sol";
import {
    AAVE_SUPPLY,
    AAVE_WITHDRAW,
    BALANCER,
    BALANCER_V3,
    CRYPTO_SWAP,
    PSM_SELL,
    SOLIDLY,
    STABLE_SWAP,
    STABLE_SWAP_NG,
    USDS_TO_DAI,
    V2,
    V3,
    V4,
    VAULT_DEPOSIT,
    VAULT_REDEEM,
    WHOLE,
    WSTETH_UNWRAP,
    WSTETH_WRAP
} from "./Kinds.sol";
import {Manager} from "./Manager.sol";
import {Pools} from "./Pools.sol";
import {Psm} from "./Psm.sol";
import {Solidly} from "./Solidly.sol";
import {SourceTable} from "./SourceTable.sol";
import {Tokens} from "./Tokens.sol";
import {Vaults} from "./Vaults.sol";
import {WstEth} from "./WstEth.sol";

/// @title Runs steps in order: each sells a share of the executor's balance.
abstract contract Selling is SourceTable {
    function _sell(IExecutor.Step calldata step, address payee) internal {
        if (step.kind == V2) _sellV2(step, payee);
        else if (step.kind == V3) _sellV3(step, payee);
        else if (step.kind == SOLIDLY) _sellSolidly(step, payee);
        else _convert(step, _amount(step), payee);
    }

    /// @dev Measures what the pair received, so a token that takes a fee on transfer sells the
    /// amount that arrived.
    function _sellV2(IExecutor.Step calldata step, address payee) private {
        (address pair, uint256 feeBps) = _v2Pair(step.source, step.tokenIn, step.tokenOut);
        uint256 amount = _amount(step);
        if (amount != 0) Tokens.pay(step.tokenIn, pair, amount);

        bool forward = step.tokenIn < step.tokenOut;
        (uint256 reserveIn, uint256 reserveOut) = Pools.reserves(pair, forward);
        uint256 sold = (IERC20(step.tokenIn).balanceOf(pair) - reserveIn) * (Fees.BPS - feeBps);
        Pools.take(pair, forward, sold * reserveOut / (reserveIn * Fees.BPS + sold), payee);
    }

    function _sellV3(IExecutor.Step calldata step, address payee) private {
        uint24 fee = abi.decode(step.data, (uint24));
        address pool = _v3Pool(step.source, step.tokenIn, step.tokenOut, fee);
        bytes memory data = abi.encode(step.source, step.tokenIn, step.tokenOut, fee);
        Pools.sell(pool, step.tokenIn < step.tokenOut, _amount(step), payee, data);
    }

    /// @dev Measures what the pair received, as `_sellV2` does.
    function _sellSolidly(IExecutor.Step calldata step, address payee) private {
        bool stable = abi.decode(step.data, (bool));
        (address pair, uint256 fee) = _solidlyPair(step.source, step.tokenIn, step.tokenOut, stable);
        uint256 amount = _amount(step);
        if (amount != 0) Tokens.pay(step.tokenIn, pair, amount);

        bool forward = step.tokenIn < step.tokenOut;
        Solidly.Market memory market = Solidly.read(pair, stable, fee, forward);
        uint256 arrived = IERC20(step.tokenIn).balanceOf(pair) - market.reserveIn;
        Pools.take(pair, forward, Solidly.output(market, arrived), payee);
    }

    function _convert(IExecutor.Step calldata step, uint256 amount, address payee) private {
        (uint8 kind, address tokenIn, address tokenOut) = (step.kind, step.tokenIn, step.tokenOut);
        if (kind == AAVE_SUPPLY) {
            Aave.supply(_trusted(step.source, AAVE_SUPPLY), tokenIn, tokenOut, amount, payee);
        } else if (kind == AAVE_WITHDRAW) {
            Aave.withdraw(_trusted(step.source, AAVE_SUPPLY), tokenOut, amount, payee);
        } else if (kind == VAULT_DEPOSIT) {
            Vaults.deposit(_trusted(step.source, VAULT_DEPOSIT), tokenIn, tokenOut, amount, payee);
        } else if (kind == VAULT_REDEEM) {
            Vaults.redeem(_trusted(step.source, VAULT_DEPOSIT), tokenIn, tokenOut, amount, payee);
        } else if (kind == BALANCER) {
            bytes32 poolId = abi.decode(step.data, (bytes32));
            Balancer.sell(_trusted(step.source, BALANCER), poolId, tokenIn, tokenOut, amount, payee);
        } else if (kind == V4 || kind == BALANCER_V3) {
            address manager = _trusted(step.source, kind);
            Manager.Order memory order = Manager.order(manager, weth, step, -Pools.signed(amount), payee);
            Manager.unlock(order, abi.encode(order));
        } else if (kind == STABLE_SWAP || kind == STABLE_SWAP_NG || kind == CRYPTO_SWAP) {
            (address pool, Curve.Coins memory coins) = Curve.open(_trusted(step.source, kind), step);
            uint256 bought = Curve.swap(pool, coins, step, amount);
            if (payee != address(this)) Tokens.pay(tokenOut, payee, bought);
        } else if (kind >= PSM_SELL && kind <= USDS_TO_DAI) {
            address psm = _trusted(step.source, PSM_SELL);
            Psm.trade(psm, step, Psm.gemsFor(psm, kind, amount), amount, payee);
        } else if (kind == WSTETH_WRAP || kind == WSTETH_UNWRAP) {
            if (kind == WSTETH_WRAP) amount += 1;
            WstEth.convert(_trusted(step.source, WSTETH_WRAP), step, amount, payee);
        } else {
            revert IExecutor.UnknownKind(kind);
        }
    }

    function _amount(IExecutor.Step calldata step) private view returns (uint256) {
        uint256 balance = IERC20(step.tokenIn).balanceOf(address(this));
        return step.portion == WHOLE ? balance : balance * step.portion / WHOLE;
    }
}
